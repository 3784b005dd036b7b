/** Fixed width: the column that a file has whose rows continue behind the last one of the layout. */
export const restColumn = 'text behind the last column';
