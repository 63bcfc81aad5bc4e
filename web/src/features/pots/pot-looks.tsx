import { type Pot, type PotColour, type PotPicture, potColours } from '@passbook/contract'
import {
  type Icon,
  IconCar,
  IconConfetti,
  IconDeviceLaptop,
  IconGift,
  IconHeartbeat,
  IconHome,
  IconPigMoney,
  IconPlane,
  IconSchool,
  IconUmbrella,
} from '@tabler/icons-react'
import { msg } from '#i18n/t.ts'
import { cx } from '#ui/cx.ts'
import classes from './pots.module.css'

/** Each picture with its name for who does not see it. */
export const pictures: Record<PotPicture, { icon: Icon; label: string }> = {
  'piggy-bank': { icon: IconPigMoney, label: msg('Piggy bank') },
  travel: { icon: IconPlane, label: msg('Travel') },
  home: { icon: IconHome, label: msg('Home') },
  car: { icon: IconCar, label: msg('Car') },
  gift: { icon: IconGift, label: msg('Gift') },
  school: { icon: IconSchool, label: msg('School') },
  health: { icon: IconHeartbeat, label: msg('Health') },
  device: { icon: IconDeviceLaptop, label: msg('Device') },
  party: { icon: IconConfetti, label: msg('Party') },
  umbrella: { icon: IconUmbrella, label: msg('Rainy day') },
}

export const colours: Record<PotColour, string> = {
  blue: msg('Blue'),
  green: msg('Green'),
  amber: msg('Amber'),
  red: msg('Red'),
  violet: msg('Violet'),
  teal: msg('Teal'),
}

type Look = { Picture: string; Colour: string }

/** The icon of a pot; a picture that came later than this page is a piggy bank here. */
const iconOf = ({ Picture }: Look): Icon => pictures[Picture as PotPicture]?.icon ?? IconPigMoney

export const toneOf = ({ Colour }: Look): string | undefined =>
  classes[potColours.find((one) => one === Colour) ?? 'blue']

const radius = 44
const around = 2 * Math.PI * radius

/** The picture of a pot in a ring that closes as its goal comes near. */
export function PotRing({ pot }: { pot: Pick<Pot, 'Picture' | 'Colour' | 'Percent'> }) {
  const Picture = iconOf(pot)
  const { Percent } = pot
  return (
    <span className={cx(classes.ring, toneOf(pot))} aria-hidden="true">
      {Percent === null ? null : (
        <svg viewBox="0 0 100 100" className={classes.arc} role="presentation">
          <circle className={classes.track} cx="50" cy="50" r={radius} />
          {Percent > 0 ? (
            <circle
              className={classes.done}
              cx="50"
              cy="50"
              r={radius}
              strokeDasharray={`${(around * Percent) / 100} ${around}`}
            />
          ) : null}
        </svg>
      )}
      <span className={cx(classes.face, Percent === null && classes.whole)}>
        <Picture size={28} stroke={1.75} />
      </span>
    </span>
  )
}
