-- The canonical form of a factory's UUID, regardless of letter case. Anything that is not a UUID is reported by plug-in-identifiers.
return function(id) return uuid.canonical(id) or id end
