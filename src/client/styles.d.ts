/** Style sheets are the bundler's business; for types they are nothing. */
declare module "*.css";

declare namespace React {
  interface CSSProperties {
    /** Height of the results dock, for the grid of the page. */
    "--dock"?: string;
  }
}
