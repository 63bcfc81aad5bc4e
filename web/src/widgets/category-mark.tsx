import { type Category, isCategory } from '@passbook/contract'
import {
  type Icon,
  IconBolt,
  IconCar,
  IconCoins,
  IconDeviceTv,
  IconDots,
  IconGift,
  IconHeartbeat,
  IconHome,
  IconPercentage,
  IconPlane,
  IconSchool,
  IconShoppingBag,
  IconShoppingCart,
  IconToolsKitchen2,
} from '@tabler/icons-react'
import classes from './category-mark.module.css'

const icons: Record<Category, Icon> = {
  groceries: IconShoppingCart,
  'eating-out': IconToolsKitchen2,
  shopping: IconShoppingBag,
  transport: IconCar,
  travel: IconPlane,
  home: IconHome,
  bills: IconBolt,
  health: IconHeartbeat,
  leisure: IconDeviceTv,
  education: IconSchool,
  people: IconGift,
  finance: IconPercentage,
  other: IconDots,
  income: IconCoins,
}

/** The picture of a category, beside its name. */
export function CategoryMark({ category }: { category: string }) {
  const Picture = icons[isCategory(category) ? category : 'other']
  return (
    <span className={classes.mark} data-category={category} aria-hidden="true">
      <Picture size={18} stroke={1.75} />
    </span>
  )
}
