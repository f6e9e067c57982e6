import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../api/queries.ts'
import { showPage } from '../testing/showPage.tsx'
import { signInAs } from '../testing/signInAs.ts'
import AdminUpcomingsPage from './AdminUpcomingsPage.tsx'

const webinar = { id: 1, title: 'Webinar', link: null, created_at: '2026-11-21T05:00:00Z', updated_at: null }
const saved = Promise.withResolvers<Response>()
const deleted = Promise.withResolvers<Response>()
let lists = 0

test('the reply to a form or dialog that was left closes none that was opened since', async () => {
  vi.stubGlobal('fetch', (address: string, { method }: RequestInit) => {
    if (method === 'POST') return saved.promise
    if (method === 'DELETE') return deleted.promise
    if (!address.endsWith('/upcomings')) return new Promise(() => {})
    lists++
    return Promise.resolve(Response.json([webinar, { ...webinar, id: 2, title: 'Course' }]))
  })
  signInAs('owner')
  showPage({ path: '/admin/upcomings', component: AdminUpcomingsPage })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const pressIn = (name: string) =>
    userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: new RegExp(`${name}$`) }))

  await userEvent.click(await screen.findByRole('button', { name: 'Add upcoming' }))
  await userEvent.type(screen.getByLabelText('Title'), 'Meeting')
  await pressIn('Save')
  await pressIn('Cancel')
  await press('Add upcoming')
  await userEvent.type(screen.getByLabelText('Title'), 'Workshop')
  saved.resolve(Response.json({ ...webinar, id: 3, title: 'Meeting' }, { status: 201 }))
  await waitFor(() => expect(lists).toBe(2))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Workshop')
  await pressIn('Cancel')

  await press('Delete Webinar')
  await pressIn('Delete')
  await pressIn('Cancel')
  await press('Delete Course')
  deleted.resolve(new Response(null, { status: 204 }))
  await waitFor(() => expect(lists).toBe(3))
  expect(screen.getByRole('dialog').textContent).toContain('“Course”')
  await pressIn('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an edit of what another admin has deleted says so, keeps what was typed, and cannot be saved again', async () => {
  const gone = { code: 'not_found', message: 'Not found' }
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    if (method === 'PUT') return Response.json(gone, { status: 404 })
    return Response.json(address.endsWith('/upcomings') ? [webinar] : { data: [], next_cursor: null })
  })
  signInAs('owner')
  showPage({ path: '/admin/upcomings', component: AdminUpcomingsPage })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Webinar' }))
  await userEvent.type(screen.getByLabelText('Title'), ' on Earn')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toBe('It was deleted in the meantime.')
  expect(screen.queryByText('Not found')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Webinar on Earn')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
})

test('what was typed outlives the page, until it is saved or cancelled, but not another version of the record', async () => {
  const served = (row: object) =>
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(address.endsWith('/upcomings') ? [row] : { data: [], next_cursor: null }),
    )
  signInAs('owner')
  const title = () => screen.getByLabelText<HTMLInputElement>('Title').value
  async function opened(button: string) {
    cleanup()
    queryClient.clear()
    showPage({ path: '/admin/upcomings', component: AdminUpcomingsPage })
    await userEvent.click(await screen.findByRole('button', { name: button }))
    return title()
  }
  served(webinar)
  expect(await opened('Add upcoming')).toBe('')
  await userEvent.type(screen.getByLabelText('Title'), 'Meeting')
  expect(await opened('Add upcoming')).toBe('Meeting')
  await userEvent.type(screen.getByLabelText('Title'), ' in Pune')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }))
  expect(await opened('Add upcoming')).toBe('')
  await userEvent.type(screen.getByLabelText('Title'), 'Meeting')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await opened('Add upcoming')).toBe('')

  await opened('Edit Webinar')
  await userEvent.type(screen.getByLabelText('Title'), ' on Earn')
  expect(await opened('Edit Webinar')).toBe('Webinar on Earn')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(title()).toBe('Webinar')
  await userEvent.type(screen.getByLabelText('Title'), ' on Earn')
  served({ ...webinar, updated_at: '2026-11-22T05:00:00Z' })
  expect(await opened('Edit Webinar')).toBe('Webinar')
})
