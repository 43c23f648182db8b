let opener = () => {}

/** The header's search field opens the palette without knowing where it lives. */
export function openPalette(): void {
  opener()
}
export function setPaletteOpener(open: () => void): void {
  opener = open
}
