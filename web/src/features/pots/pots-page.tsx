import type { Pot } from '@passbook/contract'
import { IconPigMoney, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#i18n/t.ts'
import { useFeature } from '#session/customer.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useRestorer } from '#ui/layers.ts'
import layout from '#ui/layout.module.css'
import { inCode } from '#widgets/by-code.ts'
import { Explained } from '#widgets/explained.tsx'
import { ListSkeleton } from '#widgets/list-skeleton.tsx'
import { Loaded } from '#widgets/loaded.tsx'
import { PotCard } from './pot-card.tsx'
import { PotDialog } from './pot-dialog.tsx'
import { totalsOf } from './pot-facts.ts'
import { type Shown, shownIn } from './pot-views.ts'
import classes from './pots.module.css'
import { potsQuery } from './queries.ts'

/** Money that is set aside: each pot with its goal, and what can be done with it. */
export function PotsPage() {
  if (!useFeature('pots')) return <EmptyState text={t('This bank has no pots.')} />
  return <Pots />
}

function Pots() {
  const query = useQuery({ ...potsQuery, staleTime: 0 })
  const [shown, setShown] = useState<Shown | null>(null)
  useRestorer('pot', ([name = '']) => {
    const found = shownIn(name)
    setShown(found)
    return found ? 1 : 0
  })
  const list = query.data?.List ?? []
  return (
    <>
      <Loaded query={query} skeleton={<Waiting />}>
        {({ List }) =>
          List.length === 0 ? (
            <Card>
              <EmptyState
                icon={<IconPigMoney size={28} stroke={1.75} />}
                text={t(
                  'Set money aside for what you plan. It stays in your account, out of reach.',
                )}
              >
                <Button
                  icon={<IconPlus size={18} stroke={2} aria-hidden />}
                  onClick={() => setShown({ view: 'new', id: '' })}
                >
                  {t('New pot')}
                </Button>
              </EmptyState>
            </Card>
          ) : (
            <div className={layout.stack}>
              <Summary list={List} onNew={() => setShown({ view: 'new', id: '' })} />
              <ul className={classes.grid}>
                {List.map((pot) => (
                  <li key={pot.Id}>
                    <PotCard pot={pot} onOpen={(view) => setShown({ view, id: pot.Id })} />
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
      <PotDialog shown={shown} list={list} onShow={setShown} />
    </>
  )
}

const Waiting = () => (
  <Card>
    <ListSkeleton rows={3} />
  </Card>
)

/** What is set aside in all. */
function Summary({ list, onNew }: { list: readonly Pot[]; onNew: () => void }) {
  return (
    <Card className={classes.summary}>
      <p className={classes.total}>
        <span className={layout.note}>{t('Set aside')}</span>
        {totalsOf(list).map(({ code, minor }) => (
          <Explained
            key={code}
            question={{ figure: 'pots', currency: code.toLowerCase() }}
            label={t('Set aside')}
            inline
          >
            <bdi className={classes.sum}>{inCode(code, minor)}</bdi>
          </Explained>
        ))}
      </p>
      <Button icon={<IconPlus size={18} stroke={2} aria-hidden />} onClick={onNew}>
        {t('New pot')}
      </Button>
    </Card>
  )
}
