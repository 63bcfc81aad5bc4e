import {
  type Icon,
  IconChartBar,
  IconChartLine,
  IconFileText,
  IconPigMoney,
  IconQrcode,
  IconRepeat,
} from '@tabler/icons-react'
import { paths } from '#paths.ts'

const icons: Record<string, Icon> = {
  [paths.standingOrders]: IconRepeat,
  [paths.pots]: IconPigMoney,
  [paths.forecast]: IconChartLine,
  [paths.requests]: IconQrcode,
  [paths.insights]: IconChartBar,
  [paths.documents]: IconFileText,
}

/** The picture of a page that stands below the told entries of the menus. */
export function MoreIcon({ path, size }: { path: string; size: number }) {
  const Picture = icons[path]
  return Picture ? <Picture size={size} stroke={1.6} aria-hidden /> : null
}
