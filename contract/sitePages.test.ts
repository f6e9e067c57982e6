import { describe, expect, test } from 'vitest'
import { blocksOf } from './sitePages.ts'

const heading = (text: string) => ({ kind: 'heading', text })
const paragraph = (text: string) => ({ kind: 'paragraph', text })

describe('an operator’s text', () => {
  test.each([
    ['', []],
    ['  \n\n ', []],
    ['One line', [paragraph('One line')]],
    ['One\ntwo\n\nThree', [paragraph('One\ntwo'), paragraph('Three')]],
    ['# Fees\nThey are shown.', [heading('Fees'), paragraph('They are shown.')]],
    ['Before\n# Fees\n\n\nAfter', [paragraph('Before'), heading('Fees'), paragraph('After')]],
    ['# One\n# Two', [heading('One'), heading('Two')]],
    ['#hash and a # within', [paragraph('#hash and a # within')]],
    ['<b>not bold</b> [no](https://link.test)', [paragraph('<b>not bold</b> [no](https://link.test)')]],
    ['#', []],
  ])('%j', (text, blocks) => expect(blocksOf(text)).toEqual(blocks))
})
