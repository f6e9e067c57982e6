/** 128 random bits. crypto.randomUUID exists only on HTTPS pages; a phone in the same network may try the program over HTTP. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
