import { lazyPart } from '#lazy-page.tsx'
import classes from './tiles-later.module.css'

const Tiles = lazyPart(() => import('./tiles.tsx').then((m) => m.Tiles), { extra: true })

/** The tiles, which stand below what is read first: they come after the page, into their own room. */
export function TilesLater() {
  return (
    <div className={classes.room}>
      <Tiles />
    </div>
  )
}
