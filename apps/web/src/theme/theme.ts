import { createTheme } from '@mantine/core';
import { components } from './components.ts';
import { look } from './look.ts';
import { variantColorResolver } from './variant-colors.ts';

export const theme = createTheme({ ...look, components, variantColorResolver });
