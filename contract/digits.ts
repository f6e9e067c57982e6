/** Converts digits of every script to 0 to 9, and full-width letters and signs to ordinary ones. */
export function latinDigits(text: string): string {
  return text.normalize('NFKD').replace(/\p{Decimal_Number}/gu, valueOfDigit)
}

/** Each script's ten digits are consecutive, and such runs may touch: a digit's value is the number of digits before it, modulo ten. */
function valueOfDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/^\p{Decimal_Number}$/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}
