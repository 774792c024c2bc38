import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { t } from './i18n/t.js';

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  colors: {
    brand: [
      '#eef1ff',
      '#dde2fd',
      '#b9c3f8',
      '#94a3f4',
      '#7c8ff1',
      '#5d72ea',
      '#4a5fe0',
      '#3a4fd0',
      '#3042b4',
      '#26358f',
    ],
  },
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    // The coloured titles of the library are too faint on their own background.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': t('Close') } } },
    Table: { defaultProps: { verticalSpacing: 'sm' } },
  },
});

/** The library's dimmed text is too faint to read for some; these pass WCAG AA on every surface used here. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#596069',
    '--mantine-color-body': '#fafbfd',
    '--surface': '#ffffff',
    '--surface-sunken': '#f1f3f8',
    '--line': '#e2e5ee',
    '--wave': '#b4bbd6',
    '--wave-played': '#3a4fd0',
    '--mantine-color-error': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a5abb8',
    '--mantine-color-body': '#14161c',
    '--mantine-color-text': '#d7dae2',
    '--surface': '#1b1e27',
    '--surface-sunken': '#12141a',
    '--line': '#2d3240',
    '--wave': '#4c5369',
    '--wave-played': '#94a3f4',
    '--mantine-color-anchor': '#94a3f4',
    '--mantine-color-error': '#ff8787',
  },
});
