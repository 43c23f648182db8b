// The key of a kind of master data follows from the names of its calls, so that whoever has only the name of a permission
// finds the words of the kind.

/** `LocationType` → `locationType`. */
export function keyOfOne(one: string): string {
  return one.slice(0, 1).toLowerCase() + one.slice(1)
}

/** `LocationTypes` → `locationType`, `Cities` → `city`: by the regular English plural. */
export function keyOfMany(many: string): string {
  const one = many
    .replace(/ies$/, 'y')
    .replace(/(s|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  return keyOfOne(one)
}
