import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { Field } from './Field.tsx'
import { FileDrop } from './FileDrop.tsx'
import { FileInput } from './FileInput.tsx'

test('uses the page’s language, and shows the name of the chosen file', async () => {
  const taken: string[] = []
  show(
    <Field label="Statement">
      <FileInput accept=".csv" onFile={(file) => taken.push(file.name)} />
    </Field>,
  )
  expect(screen.getByText('Choose a file')).toBeDefined()
  await userEvent.upload(screen.getByLabelText('Statement'), new File(['a'], 'bank.csv', { type: 'text/csv' }))
  expect(screen.getByText('bank.csv')).toBeDefined()
  expect(taken).toEqual(['bank.csv'])
})

test.each([
  ['a file', (onFile: (file: File) => void) => <FileInput accept=".csv" onFile={onFile} />],
  ['a picture', (onFile: (file: File) => void) => <FileDrop accept=".csv" file={null} onChange={onFile} />],
])('%s that is chosen again, corrected meanwhile, is taken again', async (_what, input) => {
  const taken: File[] = []
  show(<Field label="Statement">{input((file) => taken.push(file))}</Field>)
  const file = new File(['a'], 'bank.csv', { type: 'text/csv' })
  await userEvent.upload(screen.getByLabelText('Statement'), file)
  await userEvent.upload(screen.getByLabelText('Statement'), file)
  expect(taken).toEqual([file, file])
})
