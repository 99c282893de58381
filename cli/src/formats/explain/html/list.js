"use strict";
// A list of any number of rows of one height, of which only those in view are drawn.
class RowList {
  constructor(pane, height, count, draw) {
    Object.assign(this, { pane, height, count, draw, top: 0 });
    // Browsers limit the height of elements: longer lists scroll proportionally.
    this.most = 4000000;
    this.spacer = document.createElement("div");
    this.spacer.className = "spacer";
    this.view = document.createElement("div");
    this.view.className = "view";
    pane.append(this.spacer, this.view);
    pane.addEventListener("scroll", () => this.scrolled(), { passive: true });
    pane.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => requestAnimationFrame(() => this.update())).observe(pane);
    this.resize();
  }

  get shown() {
    return Math.max(1, Math.floor(this.pane.clientHeight / this.height));
  }

  get whole() {
    return Math.min(this.count() * this.height, this.most);
  }

  get isScaled() {
    return this.count() * this.height > this.most;
  }

  resize() {
    this.spacer.style.height = `${this.whole}px`;
    this.update();
  }

  scrolled() {
    if (this.pane.scrollTop === this.expected) return;
    const room = this.whole - this.pane.clientHeight;
    const last = Math.max(0, this.count() - this.shown);
    const share = room > 0 ? this.pane.scrollTop / room : 0;
    this.top = this.isScaled ? Math.round(share * last) : Math.floor(this.pane.scrollTop / this.height);
    this.update();
  }

  wheel(event) {
    if (!this.isScaled || event.ctrlKey) return;
    event.preventDefault();
    const lines = event.deltaMode === 0 ? event.deltaY / this.height : event.deltaY;
    this.moveTo(this.top + (Math.trunc(lines) || Math.sign(lines)));
  }

  moveTo(top) {
    const last = Math.max(0, this.count() - this.shown);
    this.top = Math.max(0, Math.min(last, top));
    const room = this.whole - this.pane.clientHeight;
    this.pane.scrollTop = this.isScaled ? (last ? (this.top / last) * room : 0) : this.top * this.height;
    this.expected = this.pane.scrollTop;
    this.update();
  }

  // Brings a row into view, and draws all in view.
  show(row) {
    if (row < this.top || row >= this.top + this.shown - 1) this.moveTo(row - Math.floor(this.shown / 3));
    else this.update();
  }

  update() {
    const rows = [];
    const end = Math.min(this.count(), this.top + this.shown + 1);
    for (let row = Math.max(0, this.top); row < end; row++) rows.push(this.draw(row));
    this.view.style.transform = `translateY(${this.pane.scrollTop}px)`;
    this.view.replaceChildren(...rows);
  }
}
