import { createContext } from 'react';

/** The zone if the session does not state the clinic's. */
export const DEFAULT_TIME_ZONE = 'America/Mexico_City';

/** The zone of every date on a screen without another zone, independent of the browser's zone. */
export const ClinicTimeZone = createContext(DEFAULT_TIME_ZONE);
