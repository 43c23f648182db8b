// States and moves as data. One table serves the rule (may this move happen, and where does it lead?), SQL (which
// values exist?) and the manual (the drawing). It is checked when it is made.

export type Move<S extends string, W extends string> = {
  from: readonly S[]
  /** Where the record goes; of several, the area's rule chooses one. */
  to: S | readonly S[]
  /** Who may make the move: a kind of actor, decided by the area's own rule. */
  who: readonly W[]
}

export type StateTable<
  S extends string,
  A extends string,
  W extends string,
  M extends Record<A, Move<S, W>> = Record<A, Move<S, W>>,
> = {
  readonly name: string
  readonly states: readonly S[]
  readonly initial: S
  readonly final: readonly S[]
  readonly moves: Readonly<M>
  /** Whether the action leaves this state, and this kind of actor may make it. */
  allows(action: A, state: S, who: W): boolean
  /** Where the action leads, whatever is chosen. */
  targets(action: A): readonly S[]
  /**
   * The state after the action in `state`. Of a move with several targets one is chosen. Throws for a state that the
   * action does not leave and for a target that the table does not have.
   */
  after<C extends A>(action: C, state: S, ...chosen: M[C]['to'] extends readonly S[] ? [chosen: S] : []): S
}

/**
 * Makes a state table, or throws with the fault: a state nobody knows, a state nothing reaches,
 * a state that is neither final nor left by any move.
 */
export function stateTable<
  S extends string,
  A extends string,
  W extends string,
  const M extends Record<A, Move<NoInfer<S>, W>>,
>(table: {
  name: string
  states: readonly S[]
  initial: NoInfer<S>
  final: readonly NoInfer<S>[]
  moves: M & Record<A, Move<NoInfer<S>, W>>
}): StateTable<S, A, W, M> {
  const faults = findFaults(table, Object.values<Move<S, W>>(table.moves))
  if (faults.length > 0) throw new Error(`state table ${table.name}: ${faults.join('; ')}`)
  return {
    ...table,
    allows: (action, state, who) => {
      const move: Move<S, W> = table.moves[action]
      return move.from.includes(state) && move.who.includes(who)
    },
    targets: (action) => targetsOf<S>(table.moves[action]),
    after: (action, state, ...[chosen]) => {
      const move: Move<S, W> = table.moves[action]
      const [only, ...others] = targetsOf(move)
      const to = chosen ?? (others.length === 0 ? only : undefined)
      if (!move.from.includes(state) || to === undefined || !targetsOf(move).includes(to))
        throw new Error(`${table.name}: ${action} does not lead from ${state} to ${to ?? 'one of several'}`)
      return to
    },
  }
}

const targetsOf = <S extends string>({ to }: Pick<Move<S, string>, 'to'>): readonly S[] =>
  typeof to === 'string' ? [to] : to

function findFaults<S extends string>(
  table: { states: readonly S[]; initial: S; final: readonly S[] },
  moves: Move<S, string>[],
): string[] {
  const known = new Set(table.states)
  const named = [
    table.initial,
    ...table.final,
    ...moves.flatMap((move) => [...move.from, ...targetsOf(move)]),
  ]
  const unknown = [...new Set(named.filter((state) => !known.has(state)))]
  const reached = reachable(table.initial, moves)
  const left = new Set(moves.flatMap((move) => move.from))
  return [
    ...unknown.map((state) => `unknown state ${state}`),
    ...table.states.filter((state) => !reached.has(state)).map((state) => `nothing reaches ${state}`),
    ...table.states
      .filter((state) => !left.has(state) && !table.final.includes(state))
      .map((state) => `nothing leaves ${state} and it is not final`),
    ...moves
      .filter((move) => move.who.length === 0)
      .map((move) => `nobody may move to ${targetsOf(move).join(', ')}`),
  ]
}

function reachable<S extends string>(initial: S, moves: Move<S, string>[]): Set<S> {
  const reached = new Set([initial])
  for (let grew = true; grew;) {
    grew = false
    for (const move of moves) {
      if (!move.from.some((state) => reached.has(state))) continue
      for (const to of targetsOf(move).filter((state) => !reached.has(state))) {
        reached.add(to)
        grew = true
      }
    }
  }
  return reached
}

/** The table as a Mermaid state diagram, for the manual. */
export function drawStateTable(table: {
  initial: string
  final: readonly string[]
  moves: Readonly<Record<string, Move<string, string>>>
}): string {
  const moves = Object.entries(table.moves)
  return [
    'stateDiagram-v2',
    `  [*] --> ${table.initial}`,
    ...moves.flatMap(([action, move]) =>
      move.from.flatMap((from) =>
        targetsOf(move).map((to) => `  ${from} --> ${to}: ${action} (${move.who.join(', ')})`),
      ),
    ),
    ...table.final.map((state) => `  ${state} --> [*]`),
  ].join('\n')
}
