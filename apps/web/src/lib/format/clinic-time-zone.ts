import { createContext } from 'react';

/** The default zone, where no session states the clinic's. */
export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** The zone of every date on a screen that has no zone of its own, independent of the browser's zone. */
export const ClinicTimeZone = createContext(DEFAULT_TIME_ZONE);
