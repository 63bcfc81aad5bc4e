/** A block of a document that is for typing: where it stands and what it says. */
export type Step = { place: string; language: 'sh' | 'sql'; text: string; example: boolean }

/** The blocks of commands in a Markdown document; those marked `example` need other machines. */
export function stepsIn(name: string, markdown: string): Step[] {
  const steps: Step[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', language, further = ''] = /^( *)```(\w*)(.*)$/.exec(lines[at] ?? '') ?? []
    if (language === undefined) continue
    const end = lines.indexOf(`${indent}\`\`\``, at + 1)
    if (end < 0) throw new Error(`${name}:${at + 1}: a block without an end`)
    if (language === 'sh' || language === 'sql') {
      const text = lines.slice(at + 1, end).map((line) => line.slice(indent.length))
      const example = further.trim() === 'example'
      steps.push({ place: `${name}:${at + 1}`, language, text: text.join('\n'), example })
    }
    at = end
  }
  return steps
}

/** What a Dockerfile runs, by its stages. */
export function runsIn(dockerfile: string): string[][] {
  const joined = dockerfile.replaceAll(/\\\n\s*/g, '')
  const stages = joined.split(/^FROM .*$/m).slice(1)
  return stages.map((stage) => [...stage.matchAll(/^RUN (.+)$/gm)].map(([, words = '']) => words))
}

/**
 * A shell script that types the steps of one document one after the other in one shell, as a reader
 * would, says before each where it stands and ends with the first that fails.
 */
export function scriptOf(steps: readonly Step[]): string {
  const typed = steps
    .filter(({ example }) => !example)
    .flatMap(({ place, language, text }) => [
      mark(place),
      language === 'sh'
        ? text
        : `sudo -u postgres psql -q -v ON_ERROR_STOP=1 <<'END'\n${text}\nEND`,
    ])
  return ['(', 'set -e', ...typed, ')', ''].join('\n')
}

export const mark = (place: string): string => `printf '\\n### %s\\n' '${place}'`

/** Where a script was when it ended. */
export function lastMark(output: string): string {
  return [...output.matchAll(/^### (.+)$/gm)].at(-1)?.[1] ?? 'the beginning'
}

/** The settings, the health check and the command of a Dockerfile. */
export function wordsOf(dockerfile: string): { env: string; health: string; command: string } {
  const found = (pattern: RegExp) => pattern.exec(dockerfile)?.[1] ?? ''
  const joined = (list: string) => (JSON.parse(list) as string[]).join(' ')
  return {
    env: found(/^ENV (.+)$/m),
    health: joined(found(/^HEALTHCHECK .*CMD (\[.*\])$/m)),
    command: joined(found(/^CMD (\[.*\])$/m)),
  }
}
