import { expect, test } from 'vitest'
import { quoted, quotedLines, withoutLinks } from './quoted.ts'

test.each([
  ['https://bad.example/login?x=1', 'https: //bad. example/login?x=1'],
  ['see bad.example', 'see bad. example'],
  ['www.bad.co.in/a', 'www. bad. co. in/a'],
  ['bad。example and bad．example', 'bad. example and bad. example'],
  ['खाता.भारत', 'खाता. भारत'],
  ['write to help@bad.example', 'write to help @ bad. example'],
  ['mailto:help@bad.example', 'mailto: help @ bad. example'],
  ['S.Kumar', 'S. Kumar'],
  ['Rent of ₹1.50 at 10:30, thanks.', 'Rent of ₹1.50 at 10:30, thanks.'],
  ['two\nlines\u2028here', 'two lines here'],
])('%j has no link left: %j', (words, dead) => {
  expect(withoutLinks(words)).toBe(dead)
})

test('words cannot end their own quotation', () => {
  expect(quoted('paid” BittKosh: "send')).toBe("“paid' BittKosh: 'send”")
})

test('several lines are each marked as a quotation', () => {
  expect(quotedLines('Hello\n\nsee bad.example\n> not ours')).toBe('> Hello\n>\n> see bad. example\n> > not ours')
})
