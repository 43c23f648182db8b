let opener = () => {}

/** The settings menu shows the keys without knowing where their list lives. */
export function openKeys(): void {
  opener()
}
export function setKeysOpener(open: () => void): void {
  opener = open
}
