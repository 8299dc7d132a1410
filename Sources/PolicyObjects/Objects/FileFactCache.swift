import Basics
import BundleFacts
import Bundles
import FileFacts
import LuaRuntime
import PropertyLists

/// The facts that have been found about files during the check of one bundle, by position in `GraphObjects.files`.
package struct FileFactCache {
  typealias Reading<Facts> = FileReading<Facts>

  var searches = SearchCache()
  var digests: [Int: Reading<String>] = [:]
  var formats: [Int: Reading<FileFormat>] = [:]
  var appleDoubles: [Int: Reading<AppleDouble>] = [:]
  var fonts: [Int: Reading<FontFile>] = [:]
  var pngs: [Int: Reading<PNGHeader>] = [:]
  var iconFamilies: [Int: Reading<IconFamily>] = [:]
  var machOFiles: [Int: Reading<MachOFile>] = [:]
  /// By the position of the slice in the file.
  var archives: [Int: Reading<[Int: StaticArchive]>] = [:]
  /// By the handle of the member.
  var memberSlices: [LuaNode: Reading<MachOSlice>] = [:]
  var catalogs: [Int: Reading<AssetCatalog>] = [:]
  /// By the slice.
  var signatureMessages: [LuaNode: Reading<SignatureMessage>] = [:]
  /// By the slice: the number of the document with its dates.
  var signatureDates: [LuaNode: Int] = [:]
  var profiles: [Int: Reading<ProvisioningProfile>] = [:]
  /// By the file: the documents with the values of a profile and the dates of its certificates.
  var profileDocuments: [Int: (properties: Int, dates: Int)] = [:]
  /// By the file and the index of the handle.
  var symbols: [LuaNode: Reading<SymbolNames>] = [:]
  /// By the slice.
  var layouts: [LuaNode: Reading<MachOLayout>] = [:]
  var localSymbols: [LuaNode: Reading<LocalSymbols>] = [:]
  /// By the bundle.
  var codeItems: [LuaNode: Reading<[CodeItem]>] = [:]
  /// By the handle.
  var signatures: [LuaNode: Reading<CodeSignature>] = [:]
  var codePages: [LuaNode: Reading<CodePages>] = [:]
  var seals: [LuaNode: Reading<ResourceSeal>] = [:]
  var sealComparisons: [LuaNode: Reading<SealComparison>] = [:]
  /// By the handle of the library.
  var resolutions: [LuaNode: Reading<LibraryOutcome>] = [:]
  /// By the executable: the number of a document.
  var entitlements: [GraphObjects.FileReference: Reading<Int>] = [:]
  /// By the slice: the number of a document.
  var sliceEntitlements: [LuaNode: Reading<Int>] = [:]
  var sliceInfo: [LuaNode: Reading<Int>] = [:]
}
