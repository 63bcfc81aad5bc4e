import { BaseSequencer, type TestSpecification } from 'vitest/node'

// What takes a minute and more by itself. Without a run to remember, Vitest starts the largest files
// first; these are small, and the last of them would run beside an idle core.
const longest = [
  'server/src/checks/experiments.test.ts',
  'server/src/checks/experiments-postgres.test.ts',
  'server/src/ledger/model.test.ts',
  'server/src/main.test.ts',
]

/** Starts the longest test files before all others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(name))
      return found < 0 ? longest.length : found
    }
    return sorted.sort((one, other) => place(one) - place(other))
  }
}
