/** Imported for its effect: jsdom has no `Blob.arrayBuffer`. */
Object.assign(Blob.prototype, {
  arrayBuffer(this: Blob) {
    return new Promise((resolve) => {
      const source = new FileReader();
      source.onload = () => resolve(source.result);
      source.readAsArrayBuffer(this);
    });
  },
});
