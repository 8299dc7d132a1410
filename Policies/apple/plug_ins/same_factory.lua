-- Under what a factory is known, in whichever letters its UUID is written; what is no UUID is plug-in-identifiers' finding alone.
return function(id) return uuid.canonical(id) or id end
