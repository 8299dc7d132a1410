-- Whether code does not load without a library: not if it may be missing, or if the code loads it later.
return function(library) return not library.is_weak and library.kind ~= "lazy" end
