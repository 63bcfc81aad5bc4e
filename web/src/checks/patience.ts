import { configure } from '@testing-library/react'

// A busy machine is no failure: one second, its own limit for what a test waits for, is soon over.
configure({ asyncUtilTimeout: 10_000 })
