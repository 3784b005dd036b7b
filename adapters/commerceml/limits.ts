/** The offers are held while the catalogue is walked over; a set beyond this is refused (README, "Limits"). */
export const offersMax = 500_000;
export const offerBytesMax = 128 * 1024 * 1024;
/** Groups, properties and their values. */
export const classifierEntriesMax = 500_000;
