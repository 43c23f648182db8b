import { ActionIcon, Button, colorsTuple, createTheme, Input, type CSSVariablesResolver } from '@mantine/core'

// The look's palette as Mantine colours, and the few places where Mantine's own choice fails AA or our sizes.

const tuple = (steps: string) => colorsTuple(steps.split(' '))

const brand = tuple('#f2f9fe #e2f1fc #c1e2f8 #91c9ee #5fabda #3189bb #1a6c98 #13577c #0d425e #092b3e')
const green = tuple('#f1faf3 #dff5e5 #bbeaca #8bd4a5 #59b87f #32965e #237648 #1e5f3b #17482c #102f1d')
const amber = tuple('#fef6ec #ffebd0 #ffd49e #f3b35f #d39337 #ab731e #875a14 #6e480e #53360a #372308')
const red = tuple('#fef5f4 #fee9e6 #ffcfca #fba8a0 #f17871 #d94543 #b3282c #922022 #6f191a #461514')
const gray = tuple('#f9fafb #f3f4f6 #e5e7ea #d6d9dd #b4b8bc #8c9197 #676c73 #4c5258 #2e3339 #151a1f')
const dark = tuple('#e7eaec #c4c8cb #a6aaae #82878c #565b61 #3c4247 #2d3238 #21262b #171c20 #0f1317')

const heights: Record<string, string> = {
  xs: 'var(--k-control-bar)',
  sm: 'var(--k-control)',
  md: 'max(36px, var(--k-control))',
  lg: '44px',
}
const heightOf = (size: unknown) => heights[String(size)] ?? 'var(--k-control)'

export const theme = createTheme({
  colors: { brand, green, amber, red, gray, dark },
  primaryColor: 'brand',
  primaryShade: 6,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'JetBrains Mono', ui-monospace, monospace",
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '20px', xl: '24px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '20px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '10px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  breakpoints: { xs: '360px', sm: '768px', md: '1000px', lg: '1200px', xl: '1440px' },
  components: {
    Button: Button.extend({
      defaultProps: { size: 'sm', loaderProps: { size: 14 } },
      vars: (_theme, props) => ({
        root: {
          '--button-height': heightOf(props.size),
          '--button-padding-x': props.size === 'xs' ? '8px' : '12px',
          '--button-fz': '13px',
        },
      }),
      styles: {
        root: { fontWeight: 500 },
        section: { marginInlineEnd: 6 },
        // The transition that it appears with centres it, and there is none for people who want less motion.
        loader: { transform: 'translate(-50%, calc(-50% + 1px))' },
      },
    }),
    ActionIcon: ActionIcon.extend({
      defaultProps: { variant: 'subtle', color: 'gray', size: 'sm' },
      vars: (_theme, props) => ({ root: { '--ai-size': heightOf(props.size) } }),
    }),
    // A list of options holds options and nothing else; that there are none is said by one that cannot be chosen.
    ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true, 'aria-selected': false } },
    Input: Input.extend({
      vars: (_theme, props) => ({
        input: {},
        wrapper: { '--input-height': heightOf(props.size), '--input-fz': '13px', '--input-padding': '10px' },
      }),
    }),
    InputWrapper: Input.Wrapper.extend({
      styles: {
        label: {
          display: 'block',
          fontSize: 12,
          lineHeight: '16px',
          fontWeight: 500,
          marginBottom: 4,
          color: 'var(--k-text)',
        },
        description: { fontSize: 12, lineHeight: '16px', color: 'var(--k-quiet)' },
        error: { fontSize: 12, lineHeight: '16px', color: 'var(--k-error)' },
      },
    }),
    // Plain keys: importing a component here would pull it into the first load of every visitor.
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs' } },
    Switch: { defaultProps: { size: 'xs', withThumbIndicator: false } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 120, transition: 'fade' },
        offset: 6,
        loop: false,
        withInitialFocusPlaceholder: false,
      },
    },
    Modal: {
      defaultProps: {
        radius: 'lg',
        // On a telephone the dialog takes nearly all of the height, so that less of it has to be scrolled.
        yOffset: 'clamp(4vh, 100vw - 480px, 12vh)',
        transitionProps: { duration: 120, transition: 'fade' },
      },
    },
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        events: { hover: true, focus: true, touch: false },
        transitionProps: { duration: 120 },
      },
    },
  },
})

export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--k-surface)',
    '--mantine-color-text': 'var(--k-text)',
    '--mantine-color-bright': 'var(--k-text)',
    '--mantine-color-dimmed': 'var(--k-quiet)',
    '--mantine-color-placeholder': 'var(--k-quiet)',
    '--mantine-color-anchor': 'var(--k-link)',
    '--mantine-color-error': 'var(--k-error)',
    '--mantine-color-disabled': 'var(--k-sunken)',
    '--mantine-color-disabled-color': 'var(--k-disabled)',
    '--mantine-color-disabled-border': 'var(--k-line-strong)',
    '--mantine-color-default': 'var(--k-surface)',
    '--mantine-color-default-hover': 'var(--k-sunken)',
    '--mantine-color-default-border': 'var(--k-line-strong)',
    '--mantine-color-default-color': 'var(--k-text)',
    '--mantine-color-gray-light': 'var(--k-sunken)',
    '--mantine-color-gray-light-hover': 'var(--k-sunken)',
    '--mantine-color-gray-light-color': 'var(--k-text-2)',
    '--mantine-color-gray-text': 'var(--k-text-2)',
    '--mantine-color-gray-subtle-color': 'var(--k-text-2)',
    '--mantine-color-brand-light': 'var(--k-soft)',
    '--mantine-color-brand-light-hover': 'var(--k-selected-hover)',
    '--mantine-color-brand-light-color': 'var(--k-soft-text)',
    '--mantine-color-brand-text': 'var(--k-link)',
    '--mantine-color-red-text': 'var(--k-error)',
    '--mantine-color-red-outline': 'var(--k-error-border)',
  }
  return { variables: {}, light: shared, dark: shared }
}
