import { createContext } from 'react';

/** Where no session says which zone the clinic is in. */
export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** The zone of every date on a screen that does not state its own, whatever the browser's zone is. */
export const ClinicTimeZone = createContext(DEFAULT_TIME_ZONE);
