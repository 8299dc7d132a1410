import Bundles
import PropertyLists
extension Bundle { func entitlements() throws -> PropertyList? { nil } }
