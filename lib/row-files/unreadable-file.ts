/** Why a file cannot be read on from some place: that place, and the reason as the end of a sentence. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly where: string;

  constructor(where: string, reason: string) {
    super(reason);
    this.where = where;
  }
}
