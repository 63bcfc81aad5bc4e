import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type LazyPage, lazyPage } from './lazy-page.tsx'

afterEach(cleanup)

const Cards = () => <p>My Cards</p>

const draw = (Page: LazyPage) =>
  render(
    <MemoryRouter>
      <Suspense fallback={<p>Please Wait</p>}>
        <Page />
      </Suspense>
    </MemoryRouter>,
  )

test('a page that was not had yet is waited for', async () => {
  draw(lazyPage(async () => Cards))
  expect(screen.getByText('Please Wait')).toBeTruthy()
  expect(await screen.findByText('My Cards')).toBeTruthy()
})

test('a page that was had before is drawn at once', async () => {
  const Page = lazyPage(async () => Cards)
  await Page.load()
  draw(Page)
  expect(screen.getByText('My Cards')).toBeTruthy()
})

test('a page that cannot be had says so, also where it was wanted before', async () => {
  const Page = lazyPage(() => Promise.reject(new Error('offline')))
  await Page.load()
  draw(Page)
  expect(await screen.findByRole('button', { name: 'try again' })).toBeTruthy()
})
