/** A character as HTML writes it, of those that are in texts of articles. */
export const htmlEntity =
  /&(?:#\d{2,6}|#x[\da-f]{2,5}|amp|lt|gt|quot|apos|nbsp|shy|euro|deg|reg|copy|trade|micro|middot|bull|times|plusmn|permil|hellip|[nm]dash|[lrsb][ads]?quo|frac\d\d|sup[123]|szlig|[a-z](?:uml|acute|grave|circ|tilde|ring|cedil|caron|slash|elig));/i;
