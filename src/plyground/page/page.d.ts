// What the scripts of a page define for each other: for `make lint` alone.

declare var PlygroundEngine: {
  open(data: object, bytes: BufferSource): Promise<object>;
  EngineError: new (message?: string) => Error;
};
