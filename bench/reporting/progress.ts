/** Shows the progress of a run: a bar that is redrawn in place on a terminal, otherwise a line for each step. */

const barWidth = 24;

/** The bar for `done` of `total` steps. */
function barOf(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.round((Math.min(done, total) / total) * barWidth);
  return `[${'█'.repeat(filled)}${'·'.repeat(barWidth - filled)}] ${Math.min(done, total)}/${total}`;
}

export class Progress {
  private readonly total: number;
  private readonly output: NodeJS.WriteStream;
  private readonly startedAt = performance.now();
  private done = 0;

  /** `total`: how often `step` will be called. */
  constructor(total: number, output: NodeJS.WriteStream = process.stderr) {
    this.total = total;
    this.output = output;
  }

  /** One step is over. */
  step(): void {
    this.done += 1;
  }

  /** Shows the current step. */
  tell(what: string): void {
    const seconds = Math.round((performance.now() - this.startedAt) / 1000);
    if (!this.output.isTTY) {
      this.output.write(`${this.done}/${this.total} ${seconds} s: ${what}\n`);
      return;
    }
    const line = `${barOf(this.done, this.total)} ${seconds} s  ${what}`;
    this.output.write(`\r\x1b[K${line.slice(0, Math.max(20, this.output.columns - 1))}`);
  }

  /** Leaves the terminal as it was. */
  end(): void {
    if (this.output.isTTY) this.output.write('\r\x1b[K');
  }
}
