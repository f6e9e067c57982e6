/** Objects whose type names all of their keys, which Object.keys and Object.fromEntries lose. */

/** In the object's order. Not for one that may have more keys than its type. */
export function keysOf<K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] {
  return Object.keys(table) as K[] // the type names all of them
}

export function tableOf<K extends string, V>(keys: readonly K[], of: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V> // every key is there
}
