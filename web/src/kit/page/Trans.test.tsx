import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Trans } from './Trans.tsx'

test.each(['<0>Asha</0>', '<0/>', '<b>Asha</b>', '<1/>', '</0><0>'])(
  'a name %s appears unchanged in a sentence',
  (name) => {
    const sentence = { id: 'sends', message: 'You send <0>five</0> to {name}.' }
    show(
      <p>
        <Trans {...sentence} values={{ name }} components={{ 0: <b /> }} />
      </p>,
    )
    const shown = screen.getByRole('paragraph')
    expect(shown.textContent).toBe(`You send five to ${name}.`)
    expect(shown.querySelectorAll('b')).toHaveLength(1)
  },
)
