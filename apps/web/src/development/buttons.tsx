import { createRoot } from 'react-dom/client';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import { ButtonKinds } from './ButtonKinds.tsx';

// Served by `npm run dev` at /buttons.html; no build includes it.
const root = document.getElementById('root');
if (root === null) throw new Error('buttons.html has no root');
createRoot(root).render(
  <ThemeProvider>
    <ButtonKinds />
  </ThemeProvider>,
);
