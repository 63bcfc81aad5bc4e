import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type LazyPage, lazyPage, lazyPart } from './lazy-page.tsx'

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

test('a page that could not be had is asked for again by who comes next', async () => {
  let reached = false
  const Page = lazyPage(async () => {
    if (!reached) throw new Error('offline')
    return Cards
  })
  draw(Page)
  expect(await screen.findByRole('button', { name: 'try again' })).toBeTruthy()
  cleanup()
  reached = true
  draw(Page)
  expect(await screen.findByText('My Cards')).toBeTruthy()
})

test('a part is asked for once the page around it is drawn, and shows what it is handed', async () => {
  let asked = 0
  const Part = lazyPart(async () => {
    asked += 1
    return ({ name }: { name: string }) => <p>Hello {name}</p>
  })
  render(<Part name="Ada" until={<p>A moment</p>} />)
  expect(screen.getByText('A moment')).toBeTruthy()
  expect(asked).toBe(0)
  expect(await screen.findByText('Hello Ada')).toBeTruthy()
  expect(screen.queryByText('A moment')).toBeNull()
  cleanup()
  render(<Part name="Jo" />)
  expect(screen.getByText('Hello Jo')).toBeTruthy()
  expect(asked).toBe(1)
})

test('an extra that cannot be had leaves its place as it was, until the network is back', async () => {
  let reached = false
  const Part = lazyPart(
    async () => {
      if (!reached) throw new Error('offline')
      return Cards
    },
    { extra: true },
  )
  const Picture = lazyPage(() => Promise.reject(new Error('offline')), { extra: true })
  await Picture.load()
  render(
    <MemoryRouter>
      <Part until={<p>Without</p>} />
      <Suspense fallback={<p>Please Wait</p>}>
        <Picture />
      </Suspense>
    </MemoryRouter>,
  )
  await expect.poll(() => screen.queryByText('Please Wait')).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(screen.getByText('Without')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  reached = true
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('My Cards')).toBeTruthy()
})

test('a part that the page needs says that it cannot be had', async () => {
  const Part = lazyPart(() => Promise.reject(new Error('offline')))
  render(
    <MemoryRouter>
      <Part until={<p>A moment</p>} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('button', { name: 'try again' })).toBeTruthy()
  expect(screen.queryByText('A moment')).toBeNull()
})

test('parts are drawn one after another, each in its own frame', async () => {
  const drawn: string[] = []
  const part = (name: string) =>
    lazyPart(async () => () => {
      drawn.push(name)
      return <p>{name}</p>
    })
  const [First, Second] = [part('first'), part('second')]
  const frames: FrameRequestCallback[] = []
  const own = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = (run) => frames.push(run)
  const frame = async () => {
    await expect.poll(() => frames.length).toBe(1)
    await act(async () => {
      frames.shift()?.(0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    })
  }
  try {
    render(
      <>
        <First />
        <Second />
      </>,
    )
    // Two to ask in, and the third to draw the first.
    for (let passed = 0; passed < 3; passed += 1) {
      expect(drawn).toEqual([])
      await frame()
    }
    expect(drawn).toEqual(['first'])
    await frame()
    expect(drawn).toEqual(['first', 'second'])
  } finally {
    globalThis.requestAnimationFrame = own
  }
})

test('a part that cannot be had says so, and is asked for again the next time', async () => {
  let reachable = false
  const Part = lazyPart(async () => {
    if (!reachable) throw new Error('offline')
    return Cards
  })
  const place = (
    <MemoryRouter>
      <Part />
    </MemoryRouter>
  )
  render(place)
  expect(await screen.findByRole('button', { name: 'try again' })).toBeTruthy()
  cleanup()
  reachable = true
  render(place)
  expect(await screen.findByText('My Cards')).toBeTruthy()
})

test('a part that another place has had in the meantime is drawn there too', async () => {
  const Part = lazyPart(async () => Cards)
  render(
    <>
      <Part />
      <Part />
    </>,
  )
  await screen.findAllByText('My Cards')
  await expect.poll(() => screen.getAllByText('My Cards').length).toBe(2)
})
