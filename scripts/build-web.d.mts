export function buildWebWhenStale(options?: { root?: string; say?: (line: string) => void }): Promise<boolean>
