import { useState } from 'react'
import { useNavigate } from 'react-router'
import { told } from '#i18n/t.ts'
import { paths } from '#paths.ts'
import { Card } from '#ui/card.tsx'
import layout from '#ui/layout.module.css'
import { StepTitle } from '#ui/step-title.tsx'
import { DepositFlow, firstTitle } from './deposit-flow.tsx'

/** Adding funds on a page of its own. */
export function DepositPage() {
  const [title, setTitle] = useState(firstTitle)
  const navigate = useNavigate()
  return (
    <Card title={told(title)} className={layout.form}>
      {title === firstTitle ? null : <StepTitle text={told(title)} />}
      <DepositFlow
        onTitle={setTitle}
        onBusy={ignore}
        onLeave={() => void navigate(paths.overview)}
        path={paths.addFunds}
      />
    </Card>
  )
}

const ignore = () => {}
