import type { ReactNode } from "react";
import { GoTo } from "../ui/GoTo.tsx";
import "./terms.css";

const PARTS: readonly { readonly title: string; readonly text: readonly string[] }[] = [
  {
    title: "What Scanbook is",
    text: [
      "Scanbook searches market data by the rules you write and gives you the results as tables. It neither trades for you nor advises you.",
      "Whoever runs this installation is the other party to these terms; the program itself comes under the MIT licence, without any warranty.",
    ],
  },
  {
    title: "No advice",
    text: [
      "Results are history, worked out from the data of this installation. They say nothing certain about the future, and nothing here is an offer or a recommendation to buy or sell.",
      "You decide what you trade, and the gains and losses are yours. Check a number that matters against a second source.",
    ],
  },
  {
    title: "Data",
    text: [
      "Market data has errors, gaps and later corrections. The snapshot named on every workbook says which state of the data it was made from.",
      "The demo market is invented from the first bar to the last. The licences of imported data bind you as well as us: do not pass on what they forbid.",
    ],
  },
  {
    title: "Your account",
    text: [
      "Keep your password, your second factor and your API tokens to yourself; what is done with them counts as done by you. You may end sessions and revoke tokens in the settings at any time.",
      "Accounts that attack the service, or resell it without permission, can be blocked.",
    ],
  },
  {
    title: "Subscriptions",
    text: [
      "A paid product is charged in advance for each period and goes on until you cancel it; it then lasts until the end of the period that is paid. Cards are handled by the payment provider, and their numbers never reach us.",
    ],
  },
  {
    title: "Your data",
    text: [
      "Your requests, templates, formulas and results belong to you. They are kept to serve you and go with your account when you delete it. Sign-ins and changes of the account are logged for its security.",
      "An administrator may look at the product as you see it when you ask for help. Changes made that way are recorded, and you find them in your security log.",
    ],
  },
];

/** Terms and conditions. */
export default function Terms(): ReactNode {
  return (
    <main className="terms">
      <h1>Terms and conditions</h1>
      {PARTS.map(({ title, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <GoTo />
    </main>
  );
}
