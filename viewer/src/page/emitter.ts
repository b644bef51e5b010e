/** Listeners by the name of an event. */
export class Emitter<Events> {
  private readonly listeners = new Map<keyof Events, ((event: never) => void)[]>();

  on<K extends keyof Events>(name: K, listener: (event: Events[K]) => void): void {
    const known = this.listeners.get(name) ?? [];
    this.listeners.set(name, [...known, listener]);
  }

  emit<K extends keyof Events>(name: K, event: Events[K]): void {
    for (const listener of this.listeners.get(name) ?? []) {
      (listener as (event: Events[K]) => void)(event);
    }
  }
}
