import Basics

struct TimeAxis {
  struct Tick: Hashable {
    let position: Double
    let label: String
  }

  private enum Step {
    /// Multiples of `length` after `origin`, in seconds.
    case seconds(length: Int64, origin: Int64)
    case months(Int)
  }

  private static let steps: [Step] = {
    let (minute, hour, day): (Int64, Int64, Int64) = (60, 3600, 86400)
    let short =
      [1, 2, 5, 10, 15, 30] + [1, 2, 5, 10, 15, 30].map { $0 * minute } + [1, 2, 3, 6, 12].map { $0 * hour }
    // Weeks begin on Mondays (ISO 8601); 1970-01-05 was one.
    return (short + [1, 2, 3, 5].map { $0 * day }).map { .seconds(length: $0, origin: 0) }
      + [7, 14].map { .seconds(length: $0 * day, origin: 4 * day) }
      + [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].map { .months($0) }
  }()

  /// Milliseconds since 1970-01-01T00:00:00Z.
  let first: Int64
  let last: Int64

  /// Returns the position from 0 at the first moment to 1 at the last, or 0.5 if they are the same.
  func position(of time: Int64) -> Double {
    // The difference of malicious times may not fit an integer.
    let span = Double(last) - Double(first)
    return span > 0 ? min(max((Double(time) - Double(first)) / span, 0), 1) : 0.5
  }

  /// Returns as many ticks as fit without touching labels, at least one.
  /// - Parameters:
  ///   - length: The length of the axis, in the unit of the next two.
  ///   - characterWidth: The width of a character of a label.
  ///   - gap: The least space between two labels.
  func ticks(length: Double, characterWidth: Double, gap: Double) -> [Tick] {
    for step in Self.steps {
      let labelLength = Self.label(first, step).count
      let most = Int(length / (Double(labelLength) * characterWidth + gap))
      if let ticks = ticks(step, atMost: max(1, most)), !ticks.isEmpty { return ticks }
    }
    // The span is too short for the shortest step, or too long for the longest.
    return [Tick(position: position(of: first), label: BuildTime(milliseconds: first).dayAndTime)]
  }

  /// Returns nil if there are more than the limit.
  private func ticks(_ step: Step, atMost most: Int) -> [Tick]? {
    func month(_ time: Int64) -> Int64 { Int64(BuildTime(milliseconds: time).monthIndex) }
    let (from, to, length, origin) =
      switch step {
      case .seconds(let length, let origin): (first, last, length * 1000, origin * 1000)
      case .months(let count): (month(first), month(last), Int64(count), Int64(0))
      }
    let start = Self.quotient(above: from, length, origin)
    let moments = start...max(start, Self.quotient(below: to, length, origin))
    // The first month begins before the axis, so there may be one tick too many, which is dropped below.
    guard moments.upperBound - moments.lowerBound <= Int64(most) else { return nil }
    let times = moments.compactMap { Self.time($0, step) }.filter { $0 >= first && $0 <= last }
    guard times.count <= most else { return nil }
    return times.map { Tick(position: position(of: $0), label: Self.label($0, step)) }
  }

  private static func time(_ moment: Int64, _ step: Step) -> Int64? {
    let seconds: (partialValue: Int64, overflow: Bool)
    switch step {
    case .seconds(let length, let origin):
      let product = moment.multipliedReportingOverflow(by: length)
      seconds = product.overflow ? product : product.partialValue.addingReportingOverflow(origin)
    case .months(let count):
      let month = moment.multipliedReportingOverflow(by: Int64(count))
      seconds = month.overflow ? month : (days(toMonth: month.partialValue) * 86400, false)
    }
    let milliseconds = seconds.partialValue.multipliedReportingOverflow(by: 1000)
    return seconds.overflow || milliseconds.overflow ? nil : milliseconds.partialValue
  }

  private static func label(_ time: Int64, _ step: Step) -> String {
    let time = BuildTime(milliseconds: time)
    switch step {
    case .seconds(let length, _): return length < 60 ? time.dayAndTime : length < 86400 ? time.dayAndMinute : time.day
    case .months(let count): return count % 12 == 0 ? time.year : time.month
    }
  }

  /// Returns the days from 1970-01-01 to the first of a month. Months count from the year 0.
  private static func days(toMonth index: Int64) -> Int64 {
    let year = quotient(below: index, 12, 0)
    return Int64(CivilTime.days(toYear: Int(year), month: Int(index - year * 12) + 1, day: 1))
  }

  private static func quotient(below number: Int64, _ divisor: Int64, _ origin: Int64) -> Int64 {
    let shifted = number.subtractingReportingOverflow(origin)
    let value = shifted.overflow ? number : shifted.partialValue
    return value / divisor - (value % divisor < 0 ? 1 : 0)
  }

  private static func quotient(above number: Int64, _ divisor: Int64, _ origin: Int64) -> Int64 {
    let shifted = number.subtractingReportingOverflow(origin)
    let value = shifted.overflow ? number : shifted.partialValue
    return value / divisor + (value % divisor > 0 ? 1 : 0)
  }
}
