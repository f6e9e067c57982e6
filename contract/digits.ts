/** Digits of every script as 0 to 9, and wide letters and signs as narrow ones. */
export function latinDigits(text: string): string {
  return text.normalize('NFKD').replace(/\p{Decimal_Number}/gu, valueOfDigit)
}

/** Each script has its ten digits in a row, and rows may touch: a digit's value is how many stand before it, modulo ten. */
function valueOfDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/^\p{Decimal_Number}$/u.test(String.fromCodePoint(code - before - 1))) before++
  return String(before % 10)
}
